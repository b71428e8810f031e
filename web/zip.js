// Files out of a ZIP archive (PKWARE's APPNOTE, 4.3): stored ones, and deflated ones, which the browser inflates.

const endSize = 22, endSign = 0x06054b50, entrySize = 46, entrySign = 0x02014b50;
const most = 256 << 20; // bytes, unpacked

/** [{ name, bytes }] of the files in it. Throws an Error: one sentence. */
export async function unzip(archive) {
  const bytes = new Uint8Array(await archive.arrayBuffer());
  const view = new DataView(bytes.buffer);
  let end = bytes.length - endSize;
  while (end >= 0 && view.getUint32(end, true) !== endSign) --end;
  if (end < 0) throw new Error(`${archive.name} is not a ZIP archive, or is not whole.`);
  const files = [];
  let at = view.getUint32(end + 16, true), total = 0;
  for (let left = view.getUint16(end + 10, true); left > 0; --left) {
    if (at + entrySize > bytes.length || view.getUint32(at, true) !== entrySign)
      throw new Error(`${archive.name} is damaged: its list of files breaks off.`);
    const method = view.getUint16(at + 10, true), packed = view.getUint32(at + 20, true),
          size = view.getUint32(at + 24, true), letters = view.getUint16(at + 28, true),
          local = view.getUint32(at + 42, true);
    const name = new TextDecoder().decode(bytes.subarray(at + entrySize, at + entrySize + letters));
    at += entrySize + letters + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (name.endsWith("/")) continue;
    total += size;
    if (total > most) throw new Error(`${archive.name} holds more than ${most >> 20} MB.`);
    if (local + 30 > bytes.length) throw new Error(`${archive.name} is damaged: ${name} is not in it.`);
    const from = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const data = bytes.subarray(from, from + packed);
    if (method !== 0 && method !== 8)
      throw new Error(`${name} in ${archive.name} is packed by a method other than deflate; pack it anew.`);
    files.push({ name, bytes: method === 0 ? data : await inflated(data, size, `${name} in ${archive.name}`) });
  }
  return files;
}

async function inflated(data, size, what) {
  const stream = new Blob([data]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const out = new Uint8Array(size), reader = stream.getReader();
  let filled = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (filled + value.length > size) throw new Error("longer");
      out.set(value, filled);
      filled += value.length;
    }
  } catch {
    filled = -1;
  }
  if (filled !== size) throw new Error(`${what} is damaged.`);
  return out;
}
