import { expect, test } from 'vitest';
import { completed, served, started, tickets } from './testing/facts';

const clock = { round: 1, course: 'MA', measured: null, marks: ['clock'] };

test('[F5] a completion exactly 60 s after the serve fills the missing step, and nothing is measured', () => {
  expect(tickets(started('18:00'), served('18:12'), completed('18:13'))).toEqual([
    { ...clock, times: ['18:00', '18:13', '18:12'] },
  ]);
});

test('[F5] a completion 60.001 s after the serve opens the next round', () => {
  expect(tickets(started('18:00'), served('18:12'), completed('18:13:00.001'))).toEqual([
    { ...clock, times: ['18:00', null, '18:12'], marks: ['no-ready'] },
    { ...clock, round: 2, times: [null, '18:13:00.001', null], marks: ['second-round', 'no-start'] },
  ]);
});

test('[F5] a waiter’s clock that is 60 s behind serves the right round', () => {
  // The true time of the serve is 18:13:30.
  expect(tickets(started('18:00'), completed('18:12'), served('18:12:30'))).toEqual([
    { ...clock, times: ['18:00', '18:12', '18:12:30'], measured: 720, marks: [] },
  ]);
  // The true time of the serve is 18:12:40, before the completion by the waiter's clock.
  expect(tickets(started('18:00'), served('18:11:40'), completed('18:12'))).toEqual([
    { ...clock, times: ['18:00', '18:12', '18:11:40'] },
  ]);
});

test('[F5] a completion shortly before the serve is no skew', () => {
  expect(tickets(started('18:00'), completed('18:12'), served('18:12:00.001'))[0]?.marks).toEqual([]);
});

test('[F5] a start exactly 60 s after the completion fills the missing step', () => {
  expect(tickets(completed('18:12'), started('18:13'))).toEqual([{ ...clock, times: ['18:13', '18:12', null] }]);
});

test('[F5] a start 60.001 s after the completion opens the next round', () => {
  expect(tickets(completed('18:12'), started('18:13:00.001'))).toEqual([
    { ...clock, times: [null, '18:12', null], marks: ['no-start'] },
    { ...clock, round: 2, times: ['18:13:00.001', null, null], marks: ['second-round'] },
  ]);
});

test('[F5] a start within 60 s of the completion fills the missing step, even after the serve', () => {
  expect(tickets(completed('18:12'), served('18:12:20'), started('18:13'))).toEqual([
    { ...clock, times: ['18:13', '18:12', '18:12:20'] },
  ]);
});

test('[F5] a start is compared with the step that should have followed it, not with the serve', () => {
  expect(tickets(completed('18:12'), served('18:13'), started('18:13:30')).map(({ times }) => times)).toEqual([
    [null, '18:12', '18:13'],
    ['18:13:30', null, null],
  ]);
});

test('[F5] a start and a completion within 60 s of a lone serve fill the missing steps', () => {
  expect(tickets(served('18:12'), started('18:13'))).toEqual([
    { ...clock, times: ['18:13', null, '18:12'], marks: ['no-ready', 'clock'] },
  ]);
  expect(tickets(served('18:12'), started('18:13:00.001')).map(({ times }) => times)).toEqual([
    [null, null, '18:12'],
    ['18:13:00.001', null, null],
  ]);
  expect(tickets(served('18:12'), started('18:12:10'), completed('18:12:40'))).toEqual([
    { ...clock, times: ['18:12:10', '18:12:40', '18:12'] },
  ]);
});

test('[F5] another completion after the serve opens the next round, because no step is missing', () => {
  expect(tickets(started('18:00'), served('18:12'), completed('18:12:10'), completed('18:12:20'))).toEqual([
    { ...clock, times: ['18:00', '18:12:10', '18:12'] },
    { ...clock, round: 2, times: [null, '18:12:20', null], marks: ['second-round', 'no-start'] },
  ]);
});

test('[F5] only the last round is filled, and keeps its mark', () => {
  const facts = [started('18:00'), completed('18:05'), served('18:06'), completed('18:20'), started('18:20:30')];

  expect(tickets(...facts)).toEqual([
    { ...clock, times: ['18:00', '18:05', '18:06'], measured: 300, marks: [] },
    { ...clock, round: 2, times: ['18:20:30', '18:20', null], marks: ['second-round', 'clock'] },
  ]);
});

test('[F5] a round keeps its mark when it is served or completed again', () => {
  expect(tickets(completed('18:12'), started('18:12:30'), served('18:14'))).toEqual([
    { ...clock, times: ['18:12:30', '18:12', '18:14'] },
  ]);
  expect(tickets(completed('18:12'), started('18:12:30'), completed('18:14'))).toEqual([
    { ...clock, times: ['18:12:30', '18:14', null], marks: ['clock', 'completed-again'] },
  ]);
});
