const AGAIN_MS = 5_000;

/**
 * Loads a part of the page, again every five seconds until that succeeds, and passes it to `take`. Returns the function
 * that ends this.
 */
export function keepLoading<Part>(load: () => Promise<Part>, take: (part: Part) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const attempt = () => {
    load().then(
      (part) => {
        if (!isOver) take(part);
      },
      () => {
        if (!isOver) timer = setTimeout(attempt, AGAIN_MS);
      },
    );
  };
  attempt();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
