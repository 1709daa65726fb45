/** Makes something when it is first asked for; from then on that is what is asked for. */
export function once<Given extends unknown[], Made extends object>(make: (...given: Given) => Made) {
  let made: Made | null = null;
  return (...given: Given) => {
    made ??= make(...given);
    return made;
  };
}
