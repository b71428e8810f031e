// The program's code and data: how much of them has come is a bar over the page, which is not ready before all is there.
// They begin to load with the page (index.html).

const sizes = { "ikscope.wasm": Number("@WASM_BYTES@"), "ikscope.data": Number("@DATA_BYTES@") }; // scripts/web_stage says

/** The program's code, for its workers too. */
export const code = { module: null };

/** What ikscope.mjs takes instead of loading its files itself, and `failed`. `say` is given a sentence and a fraction.
 *  Throws an Error: one sentence. */
export async function loading(say) {
  const all = Object.values(sizes).reduce((sum, size) => sum + size);
  let come = 0;
  const tell = () => {
    const fraction = Math.min(1, come / all);
    if (all > 0) say(fraction < 1 ? `Loading ikscope: ${Math.floor(100 * fraction)} %` : "Starting ikscope …", fraction);
  };
  async function counted(name) {
    const answer = await fetch(new URL(name, import.meta.url)).catch((error) => ({ statusText: error.message }));
    if (!answer.ok)
      throw new Error(`${name} cannot be loaded (${answer.status ?? ""} ${answer.statusText}); reload the page to try again`);
    const count = new TransformStream({
      transform(chunk, to) {
        come += chunk.byteLength;
        tell();
        to.enqueue(chunk);
      },
    });
    return new Response(answer.body.pipeThrough(count), { headers: { "content-type": "application/wasm" } });
  }
  const [module, data] = await Promise.all([WebAssembly.compileStreaming(counted("ikscope.wasm")),
                                            counted("ikscope.data").then((answer) => answer.arrayBuffer())]);
  code.module = module;
  let fail;
  return {
    failed: new Promise((_, refuse) => { fail = refuse; }), // if it cannot be started, with too little memory
    getPreloadedPackage: () => data,
    instantiateWasm(imports, done) {
      WebAssembly.instantiate(module, imports).then((instance) => done(instance, module), fail);
      return {};
    },
  };
}
