// The program's files, and how far they have come. Its code is in two parts (scripts/web_split), and so are scenes and
// lessons (scripts/web_first): the first is enough for a first picture of the start screen, the other follows while that
// is looked at.

import { unzip } from "./zip.js";

const bytes = { wasm: Number("@WASM_BYTES@"), data: Number("@DATA_BYTES@") }; // unpacked; scripts/web says
const at = (name) => new URL(name, import.meta.url);

/** The program's code, for its workers: modules. */
export const code = { first: null, later: null };

/** What is called in the first part before the other is there, by its names: none, tests say. */
export const early = [];

/** Puts the parts of an instance together. `fetchNow()` gives the other one where it is needed too early. */
export function joined(fetchNow) {
  let instance = null, whole = false;
  const linked = () => ({ primary: instance.exports });
  const table = () => Object.values(instance.exports).find((one) => one instanceof WebAssembly.Table);
  const own = {
    /** What the first part imports beside `imports`: functions of the other, by their place in the table. */
    imports: (imports) => ({ ...imports, placeholder: new Proxy({}, {
      get: (_, place) => (...given) => {
        if (!whole) {
          early.push(place);
          new WebAssembly.Instance(fetchNow(), linked());
          whole = true;
        }
        return table().get(Number(place))(...given);
      },
    }) }),
    first: (made) => { instance = made; },
    async later(module) {
      if (whole) return;
      await WebAssembly.instantiate(module, linked());
      whole = true;
    },
  };
  return own;
}

async function response(name) {
  const answer = await fetch(at(name));
  if (!answer.ok) throw new Error(`${name} cannot be loaded (${answer.status} ${answer.statusText}).`);
  return answer;
}

/** At once, while the page waits. */
function laterNow() {
  const request = new XMLHttpRequest();
  request.open("GET", at("ikscope-later.wasm"), false);
  request.overrideMimeType("text/plain; charset=x-user-defined"); // bytes as letters: buffers are not given so
  request.send();
  return new WebAssembly.Module(Uint8Array.from(request.responseText, (letter) => letter.charCodeAt(0) & 255));
}

async function others() {
  const name = "ikscope-later.zip", answer = await response(name);
  return unzip(new File([await answer.blob()], name));
}

/** What ikscope.mjs takes to load its files, and `whole`, which comes when all of the code is there and gives the other
 *  assets: [{ name, bytes }]. `say` is given a sentence and a share of 1. */
export function loading(say) {
  const come = { wasm: 0, data: 0 };
  const tell = () => {
    const all = bytes.wasm + bytes.data, share = Math.min(1, (come.wasm + come.data) / all);
    if (all > 0) say(share < 1 ? `Loading ikscope: ${Math.floor(100 * share)} %` : "Starting ikscope …", share);
  };
  let done;
  const whole = new Promise((resolve) => { done = resolve; });
  const parts = joined(laterNow);
  return {
    whole,
    // Emscripten tells of the data in words.
    setStatus(text) {
      const told = /\((\d+)\/(\d+)\)/.exec(text);
      if (!told) return;
      [come.data, bytes.data] = told.slice(1).map(Number);
      tell();
    },
    instantiateWasm(imports, begun) {
      (async () => {
        const answer = await response("ikscope.wasm");
        if (!bytes.wasm) bytes.wasm = Number(answer.headers.get("content-length"));
        const count = new TransformStream({
          transform(chunk, to) {
            come.wasm += chunk.byteLength;
            tell();
            to.enqueue(chunk);
          },
        });
        const counted = new Response(answer.body.pipeThrough(count), { headers: { "content-type": "application/wasm" } });
        const { instance, module } = await WebAssembly.instantiateStreaming(counted, parts.imports(imports));
        code.first = module;
        parts.first(instance);
        begun(instance, module);
        const assets = others();
        [code.later] = await Promise.all([WebAssembly.compileStreaming(response("ikscope-later.wasm")), assets]);
        await parts.later(code.later);
        done(await assets);
      })().catch((error) => say(`ikscope cannot be loaded: ${error.message} Reload the page to try again.`));
      return {};
    },
  };
}
