// Films: the browser encodes the frames, a muxer from npm (webm-muxer.mjs) makes a WebM file of them, which is downloaded.

import { download } from "./files.js";

const longest_queue = 8; // frames that wait for the encoder
const key_frame_every = 2; // s

export function filmMaker(program, remark) {
  let film = null;
  const maker = {
    /** The encoder has more to do than it should: no frame now. */
    busy: () => !!film && film.encoder.encodeQueueSize > longest_queue,

    begin(name, width, height, rate) {
      if (!("VideoEncoder" in window))
        return "this browser cannot encode films, because it has no WebCodecs; use a newer one";
      const config = { codec: "vp09.00.51.08", width, height, framerate: rate,
                       bitrate: Math.round(0.12 * width * height * rate) };
      const made = { name, width, height, rate, frames: 0, wrong: "", chunks: [], encoder: null };
      made.encoder = new VideoEncoder({
        output: (chunk, more) => made.chunks.push([chunk, more]),
        error: (error) => { made.wrong = `the browser cannot encode this film (${error.message})`; },
      });
      try {
        made.encoder.configure(config);
      } catch (error) {
        return `the browser cannot encode this film (${error.message})`;
      }
      film = made;
      return "";
    },

    frame(samples, channels, times) {
      if (!film || film.wrong) return film?.wrong ?? "there is no film";
      const { width, height, rate, encoder } = film;
      let pixels = program().HEAPU8.subarray(samples, samples + channels * width * height);
      if (channels === 3) {
        const all = new Uint8Array(4 * width * height);
        for (let i = 0, at = 0; i < all.length; i += 4, at += 3) {
          all[i] = pixels[at];
          all[i + 1] = pixels[at + 1];
          all[i + 2] = pixels[at + 2];
        }
        pixels = all;
      }
      for (; times > 0; --times, ++film.frames) {
        const timestamp = Math.round(1e6 * film.frames / rate);
        const one = new VideoFrame(pixels, { format: "RGBX", codedWidth: width, codedHeight: height, timestamp,
                                             duration: Math.round(1e6 / rate) });
        encoder.encode(one, { keyFrame: film.frames % (key_frame_every * rate) === 0 });
        one.close();
      }
      return "";
    },

    end(keep) {
      const done = film;
      film = null;
      if (!done) return keep ? "there is no film" : "";
      if (!keep || done.wrong) {
        if (done.encoder.state !== "closed") done.encoder.close();
        return keep ? done.wrong : "";
      }
      finish(done).catch((error) => remark(`The film cannot be saved: ${error.message}`));
      return "";
    },
  };
  return maker;
}

async function finish({ name, width, height, rate, encoder, chunks }) {
  const { Muxer, ArrayBufferTarget } = await import("./webm-muxer.mjs");
  await encoder.flush();
  encoder.close();
  const muxer = new Muxer({ target: new ArrayBufferTarget(), video: { codec: "V_VP9", width, height, frameRate: rate } });
  for (const [chunk, more] of chunks) muxer.addVideoChunk(chunk, more);
  muxer.finalize();
  download(name, new Uint8Array(muxer.target.buffer));
}
