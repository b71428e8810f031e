/** Copies bytes into the program's memory; gives their place, which is to be freed. */
export function onHeap(program, bytes) {
  const place = program._malloc(bytes.length);
  program.HEAPU8.set(bytes, place);
  return place;
}
