'use client';

import { Component, createRef, type ReactNode } from 'react';
import { clockText } from './clock-text';
import { reloadIfServed } from './reload';
import css from './wall.module.css';

type Props = {
  /** What to say above the old board, with the time that it is of. */
  say: (time: string) => string;
  children: ReactNode;
};

type State = { brokenAt: number | null };

const KEEP_EVERY_MS = 5_000;
const START_AGAIN_EVERY_MS = 10_000;

/**
 * A blank wall is worse than an old one: when something inside throws, the last good board stays, greyed, with the
 * time that it is of, and the page starts again after a while.
 */
export class LastGoodBoard extends Component<Props, State> {
  override state: State = { brokenAt: null };
  #ground = createRef<HTMLDivElement>();
  #kept: { board: Node | null; at: number } = { board: null, at: 0 };
  #keeping: ReturnType<typeof setInterval> | undefined;
  #starting: ReturnType<typeof setInterval> | undefined;

  static getDerivedStateFromError(): State {
    return { brokenAt: Date.now() };
  }

  override componentDidMount(): void {
    this.#keeping = setInterval(() => this.#keep(), KEEP_EVERY_MS);
  }

  override componentDidCatch(): void {
    clearInterval(this.#keeping);
    this.#starting = setInterval(() => void reloadIfServed(), START_AGAIN_EVERY_MS);
  }

  override componentWillUnmount(): void {
    clearInterval(this.#keeping);
    clearInterval(this.#starting);
  }

  #keep(): void {
    const board = this.#ground.current?.firstElementChild?.cloneNode(true);
    if (board) this.#kept = { board, at: Date.now() };
  }

  override render(): ReactNode {
    if (this.state.brokenAt === null) return <div ref={this.#ground}>{this.props.children}</div>;
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    return (
      <>
        <p className={css.broken} role="alert">
          {this.props.say(clockText(this.#kept.at, timeZone, true))}
        </p>
        <div
          className={css.old}
          inert
          ref={(place) => void (this.#kept.board && place?.replaceChildren(this.#kept.board))}
        />
      </>
    );
  }
}
