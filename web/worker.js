// The program in a Web Worker: without a window it computes for that of the page (workers.js).

import load from "./ikscope.mjs";

const slice = 0.03; // s, between which it hears what is to be stopped
const page = { message: null, workers: { send: (_, message) => postMessage(message) } };
const early = [];
let program = null, works = false;

// A timer would rest for some milliseconds.
const { port1: here, port2: next } = new MessageChannel();
here.onmessage = () => {
  works = program._worker_work(slice);
  if (works) next.postMessage(null);
};

function take(message) {
  page.message = message;
  program._worker_receive();
  if (works) return;
  works = true;
  next.postMessage(null);
}

async function begin({ code }) {
  program = await load({
    page,
    instantiateWasm(imports, done) {
      WebAssembly.instantiate(code.module, imports).then((instance) => done(instance, code.module), fail);
      return {};
    },
    getPreloadedPackage: () => new ArrayBuffer(0), // it opens no file
  });
  early.forEach(take);
}

const fail = (error) => setTimeout(() => { throw error; }); // to the page's onerror

onmessage = ({ data }) => {
  if ("code" in data) begin(data).catch(fail);
  else if (program) take(data);
  else early.push(data);
};
