/** From 0 to 1 within some time, a frame at a time; a function that ends it. */
export function animate(ms: number, frame: (share: number) => void): () => void {
  const start = performance.now();
  let request = requestAnimationFrame(step);
  function step(now: number): void {
    const share = Math.min(1, Math.max(0, (now - start) / ms));
    frame(1 - (1 - share) ** 3);
    if (share < 1) request = requestAnimationFrame(step);
  }
  return () => cancelAnimationFrame(request);
}

export function prefersStillness(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
