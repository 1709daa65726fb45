/** Makes something when it is first asked for; from then on that is what is asked for. */
export function once<Given extends unknown[], Made>(make: (...given: Given) => Made) {
  let first: { what: Made } | null = null;
  return (...given: Given) => {
    first ??= { what: make(...given) };
    return first.what;
  };
}
