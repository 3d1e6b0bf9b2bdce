'use client';

import { Component, createRef, type ReactNode } from 'react';
import { clockText } from '../time/clock-text';
import css from './last-good-board.module.css';
import { reloadIfServed } from './reload';

type Props = {
  /** What to say above the old board, with the time that it is of. */
  say: (time: string) => string;
  children: ReactNode;
};

type State = { brokenAt: number | null };

const START_AGAIN_EVERY_MS = 10_000;

/**
 * A blank wall is worse than an old one: when something inside throws, the last good board stays, greyed, with the
 * time that it is of, and the page starts again after a while. It is copied only then: while this renders what takes its
 * place, the old one still stands in the page.
 */
export class LastGoodBoard extends Component<Props, State> {
  override state: State = { brokenAt: null };
  #ground = createRef<HTMLDivElement>();
  #kept: Node | null = null;
  #starting: ReturnType<typeof setInterval> | undefined;

  static getDerivedStateFromError(): State {
    return { brokenAt: Date.now() };
  }

  override componentDidCatch(): void {
    this.#starting = setInterval(() => void reloadIfServed(), START_AGAIN_EVERY_MS);
  }

  override componentWillUnmount(): void {
    clearInterval(this.#starting);
  }

  override render(): ReactNode {
    if (this.state.brokenAt === null) return <div ref={this.#ground}>{this.props.children}</div>;
    this.#kept ??= this.#ground.current?.firstElementChild?.cloneNode(true) ?? null;
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    return (
      <>
        <p className={css.broken} role="alert">
          {this.props.say(clockText(this.state.brokenAt, timeZone, true))}
        </p>
        <div data-old inert ref={(place) => void (this.#kept && place?.replaceChildren(this.#kept))} />
      </>
    );
  }
}
