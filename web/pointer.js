// Mouse, pen and fingers. A finger is a mouse whose button goes down late: a second finger may join it, a
// tap ends where it began, one that rests is a mouse that points, and one that drags over what scrolls
// scrolls it. On a figure that rests a tap lets it run, and everything else is the page's around it.

const slop = 8; // CSS pixels: a finger is never quite still
const resting = 450; // ms
const notch = Math.log(1 / 0.9); // of the distance to the body (view::Camera::zoom)
const under = { view: 1, scrolls: 2 }; // what page_at() says

export function connectPointer(canvas, program, { tapped, rests, begin }) {
  const ratio = () => canvas.width / canvas.getBoundingClientRect().width;
  const at = (event) => {
    const rect = canvas.getBoundingClientRect();
    return [(event.clientX - rect.left) * ratio(), (event.clientY - rect.top) * ratio()];
  };
  const button = (event) => [0, 2, 1][event.button] ?? -1; // left, right, middle, as GLFW has them
  const fingers = fingersOn(program, ratio, tapped);
  let touched = matchMedia("(hover: none) and (pointer: coarse)").matches;
  program._page_touch(touched);
  const byMouse = (event) => {
    if (event.pointerType === "touch") {
      touched = true;
      return false;
    }
    touched = false;
    program._page_touch(false);
    return true;
  };

  canvas.addEventListener("pointerdown", (event) => {
    canvas.focus({ preventScroll: true });
    try { canvas.setPointerCapture(event.pointerId); } catch { /* it is up again */ }
    event.preventDefault();
    if (!byMouse(event)) return fingers.down(event.pointerId, at(event));
    program._page_move(...at(event));
    program._page_button(button(event), true);
  });
  canvas.addEventListener("pointermove", (event) => {
    if (event.pointerType === "touch" && rests()) return;
    if (!byMouse(event)) return fingers.move(event.pointerId, at(event));
    program._page_move(...at(event));
    // A second button of a mouse is a move to the browser.
    if (event.button >= 0) program._page_button(button(event), (event.buttons & [1, 4, 2][event.button]) !== 0);
  });
  canvas.addEventListener("pointerup", (event) => {
    if (event.pointerType === "touch" && rests()) {
      begin();
      fingers.move(event.pointerId, at(event));
    }
    if (!byMouse(event)) return fingers.up(event.pointerId);
    program._page_move(...at(event));
    program._page_button(button(event), false);
  });
  canvas.addEventListener("pointercancel", (event) => {
    if (!byMouse(event)) return fingers.up(event.pointerId, false);
    for (const one of [0, 1, 2]) program._page_button(one, false);
  });
  canvas.addEventListener("pointerleave", (event) => byMouse(event) && program._page_leave());
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  canvas.addEventListener("wheel", (event) => {
    // In another page the wheel is that page's, unless the figure has the focus.
    if (window.parent !== window && !(document.hasFocus() && document.activeElement === canvas)) return;
    const lines = [100, 3, 1][event.deltaMode]; // pixels, lines, pages of one notch
    program._page_wheel(-event.deltaX / lines, -event.deltaY / lines);
    event.preventDefault();
  }, { passive: false });
  // Safari zooms the page by gestures of its own.
  for (const name of ["gesturestart", "gesturechange"])
    canvas.addEventListener(name, (event) => event.preventDefault());
  for (const name of ["touchstart", "touchmove"])
    canvas.addEventListener(name, (event) => rests() || event.preventDefault(), { passive: false });
  program._page_leave(); // until it moves, no mouse is there: else the first finger would drag it from a corner
  return { frame: fingers.frame, touched: () => touched };
}

function fingersOn(program, ratio, tapped) {
  const down = new Map(); // identifier: [x, y], pixels of the canvas
  let state = "none"; // waits, points, drags, scrolls, pinches, done
  let first = null; // the finger that began
  let began = [0, 0], since = 0, last = [0, 0];
  let pair = null, wanted = { zoom: 0, to: null }, odd = false;
  let leaves = 0; // frames until no mouse is there

  const middle = () => {
    const [a, b] = [...down.values()];
    return { at: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2], apart: Math.max(1, Math.hypot(a[0] - b[0], a[1] - b[1])) };
  };
  const leave = () => { leaves = 3; };
  const release = () => {
    if (state === "drags") program._page_button(0, false);
    if (state === "pinches" && pair.view) program._page_button(1, false);
  };

  function pinch() {
    release();
    pair = middle();
    pair.view = (program._page_at(...pair.at) & under.view) !== 0;
    wanted = { zoom: 0, to: null };
    program._page_move(...pair.at);
    if (pair.view) program._page_button(1, true); // the right button shifts the view
    state = "pinches";
  }

  function decide(to) {
    const way = [to[0] - began[0], to[1] - began[1]];
    if (Math.hypot(...way) < slop * ratio()) return;
    const there = program._page_at(...began);
    if (there & under.scrolls && Math.abs(way[1]) > Math.abs(way[0])) {
      state = "scrolls";
      program._page_move(...began);
    } else {
      state = "drags";
      program._page_move(...began);
      program._page_button(0, true);
    }
    last = began;
  }

  return {
    down(id, to) {
      program._page_touch(true);
      if (leaves > 0) program._page_leave();
      leaves = 0;
      down.set(id, to);
      if (down.size === 1) {
        [first, began, last, since, state] = [id, to, to, performance.now(), "waits"];
      } else if (down.size === 2) {
        pinch();
      }
    },
    move(id, to) {
      if (!down.has(id)) return;
      down.set(id, to);
      if (state === "pinches") {
        if (down.size < 2) return;
        const now = middle();
        wanted.zoom += Math.log(now.apart / pair.apart) / notch;
        wanted.to = now.at;
        pair.apart = now.apart;
        return;
      }
      if (id !== first) return;
      if (state === "waits") decide(to);
      if (state === "drags" || state === "points") program._page_move(...to);
      if (state === "scrolls") program._page_scroll(to[0] - last[0], to[1] - last[1]);
      last = to;
    },
    up(id, meant = true) {
      if (!down.delete(id)) return;
      if (state === "waits" && meant) {
        program._page_move(...began);
        program._page_button(0, true);
        program._page_button(0, false);
        tapped();
      }
      release();
      state = down.size ? "done" : "none"; // the finger that stays does nothing
      if (!down.size) leave();
    },
    /** Before each frame of the program. */
    frame() {
      if (state === "waits" && performance.now() - since > resting) {
        state = "points";
        program._page_move(...began);
      }
      // A frame takes either moves or the wheel: so a pinch does not lag behind.
      odd = !odd;
      if (state === "pinches" && odd && wanted.to) {
        program._page_move(...wanted.to);
        wanted.to = null;
      } else if (state === "pinches" && wanted.zoom !== 0) {
        program._page_wheel(0, wanted.zoom);
        wanted.zoom = 0;
      }
      if (leaves > 0 && --leaves === 0) program._page_leave();
    },
  };
}
