// Keys: the browser's events as the program counts keys (GLFW's numbers).

import { embedded } from "./embed.js";

const codes = {
  Space: 32, Quote: 39, Comma: 44, Minus: 45, Period: 46, Slash: 47, Semicolon: 59, Equal: 61, BracketLeft: 91,
  Backslash: 92, BracketRight: 93, Backquote: 96, Escape: 256, Enter: 257, Tab: 258, Backspace: 259, Insert: 260,
  Delete: 261, ArrowRight: 262, ArrowLeft: 263, ArrowDown: 264, ArrowUp: 265, PageUp: 266, PageDown: 267, Home: 268,
  End: 269, NumpadDecimal: 330, NumpadDivide: 331, NumpadMultiply: 332, NumpadSubtract: 333, NumpadAdd: 334,
  NumpadEnter: 335, NumpadEqual: 336, ShiftLeft: 340, ControlLeft: 341, AltLeft: 342, MetaLeft: 343, ShiftRight: 344,
  ControlRight: 345, AltRight: 346, MetaRight: 347,
};
for (let i = 0; i < 26; ++i) codes[`Key${String.fromCharCode(65 + i)}`] = 65 + i;
for (let i = 0; i < 10; ++i) codes[`Digit${i}`] = 48 + i;
for (let i = 0; i < 10; ++i) codes[`Numpad${i}`] = 320 + i;
for (let i = 1; i <= 25; ++i) codes[`F${i}`] = 289 + i;

// A Mac's Command is Control to the program.
const mac = /Mac|iP/.test(navigator.platform);
if (mac) Object.assign(codes, { MetaLeft: codes.ControlLeft, MetaRight: codes.ControlRight });

/** The key as the user's layout writes it without Shift, upper case; else its place. */
function writes(event, code) {
  const key = event.key;
  if (code >= 48 && code < 58) return code; // AZERTY writes digits with Shift
  if (key.length === 1 && code >= 39 && code < 256 && /[a-z]/i.test(key)) return key.toUpperCase().charCodeAt(0);
  if (key.length === 1 && code < 256 && !event.shiftKey && key.charCodeAt(0) < 128) return key.toUpperCase().charCodeAt(0);
  return code;
}

export function connectKeys(canvas, program) {
  let leaves = false; // by Esc that had no marked control to let go, and the Tab after it
  const held = new Map(); // keys that are down, and what they write
  const told = (event, down) => {
    if (event.isComposing) return;
    // In a page around it Tab leads through, unless F6 has marked a control.
    if (event.key === "Tab" && (leaves || (embedded && !program._page_marks()))) return;
    if (down && event.key !== "Shift") leaves = event.key === "Escape" && !program._page_marks();
    const code = codes[event.code];
    const ctrl = event.ctrlKey || event.metaKey;
    if (code === undefined) return;
    if (down && ctrl && code === 86) return; // Ctrl+V: the event paste follows
    const key = writes(event, code);
    if (program._page_leaves(key, ctrl, event.shiftKey)) return;
    if (event.key === "F5" && (embedded || ctrl)) return; // the stage; in a figure it reloads the page around it
    program._page_touch(false); // a finger says so anew
    program._page_key(code, key, down, event.repeat, ctrl, event.shiftKey, event.altKey);
    down ? held.set(code, key) : held.delete(code);
    if (mac && !down && event.key === "Meta") { // what went up while it was down is not told
      for (const [other, wrote] of held) program._page_key(other, wrote, false, false, false, false, false);
      held.clear();
    }
    if (down && event.key.length === 1 && !ctrl && !event.altKey) program._page_letter(event.key.codePointAt(0));
    event.preventDefault();
  };
  canvas.addEventListener("keydown", (event) => told(event, true));
  canvas.addEventListener("keyup", (event) => told(event, false));
  // A field of the page that the program's field is typed into takes nothing away.
  canvas.addEventListener("blur", (event) => {
    held.clear();
    if (event.relatedTarget?.id !== "ikscope-text") program._page_focus(false);
  });
  canvas.addEventListener("focus", () => {
    leaves = false;
    program._page_focus(true);
  });
  document.addEventListener("paste", (event) => {
    if (document.activeElement !== canvas) return;
    program.ccall("page_paste", null, ["string"], [event.clipboardData.getData("text/plain")]);
    for (const down of [true, false]) program._page_key(86, 86, down, false, true, false, false);
    event.preventDefault();
  });
}
