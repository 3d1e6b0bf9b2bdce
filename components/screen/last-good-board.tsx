'use client';

import { Component, createRef, type ReactNode } from 'react';
import { reloadIfServed } from './reload';

type Props = {
  /** Text above the old board. */
  notice: ReactNode;
  children: ReactNode;
};

type State = { isBroken: boolean };

const START_AGAIN_EVERY_MS = 10_000;

/**
 * Error boundary that keeps the last good board, greyed and with its time, because a blank wall is worse; the page
 * reloads after a while. The board is copied only on an error: while the fallback renders, the old DOM still exists.
 */
export class LastGoodBoard extends Component<Props, State> {
  override state: State = { isBroken: false };
  #ground = createRef<HTMLDivElement>();
  #kept: Node | null = null;
  #starting: ReturnType<typeof setInterval> | undefined;

  static getDerivedStateFromError(): State {
    return { isBroken: true };
  }

  override componentDidCatch(): void {
    this.#starting = setInterval(() => void reloadIfServed(), START_AGAIN_EVERY_MS);
  }

  override componentWillUnmount(): void {
    clearInterval(this.#starting);
  }

  override render(): ReactNode {
    if (!this.state.isBroken) return <div ref={this.#ground}>{this.props.children}</div>;
    this.#kept ??= this.#ground.current?.firstElementChild?.cloneNode(true) ?? null;
    return (
      <>
        <p
          className="fixed inset-x-0 top-0 z-1 px-[1rem] py-[0.25rem] font-[650] text-[2rem] on-late max-handheld:text-[1rem]"
          role="alert"
        >
          {this.props.notice}
        </p>
        <div data-old inert ref={(place) => void (this.#kept && place?.replaceChildren(this.#kept))} />
      </>
    );
  }
}
