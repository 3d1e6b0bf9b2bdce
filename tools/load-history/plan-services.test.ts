import { describe, expect, it } from 'vitest';
import { localMinute } from '../../domain/business-day';
import { type HistoryOptions, type PlannedService, planServices, TIME_ZONE } from './plan-services';

const threeYears: HistoryOptions = { courses: 1_000_000, years: 3, branches: 4, seed: 1, until: '2026-06-19' };

function coursesOf(services: readonly PlannedService[], chosen: (service: PlannedService) => boolean): number {
  return services.filter(chosen).reduce((sum, { courses }) => sum + courses, 0);
}

const weekday = ({ day }: PlannedService) => new Date(day).getUTCDay();

describe('planServices', () => {
  it('has exactly the requested number of courses', () => {
    for (const courses of [1, 2, 7, 300, 1_000, 99_999, 1_000_000]) {
      const services = planServices({ ...threeYears, courses });
      expect(coursesOf(services, () => true)).toBe(courses);
    }
  });

  it('has the requested number of years, or as many as branches of usual size need', () => {
    expect(planServices(threeYears)[0]?.day).toBe('2023-06-20');
    expect(planServices({ ...threeYears, years: null })[0]?.day).toBe('2023-09-24');
    expect(planServices({ ...threeYears, years: null, courses: 1_000 })[0]?.day).toBe('2026-06-19');
  });

  it('is the same for the same seed only', () => {
    expect(planServices(threeYears)).toEqual(planServices(threeYears));
    expect(planServices({ ...threeYears, seed: 2 })).not.toEqual(planServices(threeYears));
  });

  it('has busy Saturdays, more dinners than lunches, branches of different size', () => {
    const services = planServices(threeYears);
    const saturdays = coursesOf(services, (service) => weekday(service) === 6);
    expect(saturdays).toBeGreaterThan(2 * coursesOf(services, (service) => weekday(service) === 1));
    const dinners = coursesOf(services, ({ meal }) => meal === 'dinner');
    expect(dinners).toBeGreaterThan(coursesOf(services, ({ meal }) => meal === 'lunch'));
    const first = coursesOf(services, ({ branch }) => branch === 1);
    expect(first).toBeGreaterThan(1.3 * coursesOf(services, ({ branch }) => branch === 3));
  });

  it('is closed at Christmas, and one branch on Mondays', () => {
    const services = planServices(threeYears);
    expect(coursesOf(services, ({ day }) => day.endsWith('-12-25'))).toBe(0);
    expect(coursesOf(services, (service) => service.branch === 3 && weekday(service) === 1)).toBe(0);
  });

  it('opens at the same local time in summer and in winter', () => {
    for (const { meal, opensAt, offset, day } of planServices(threeYears)) {
      expect(localMinute(opensAt, TIME_ZONE)).toBe(meal === 'lunch' ? 11 * 60 + 30 : 17 * 60);
      const month = Number(day.slice(5, 7));
      if (month >= 4 && month <= 9) expect(offset).toBe('+02:00');
      if (month >= 11 || month <= 2) expect(offset).toBe('+01:00');
    }
  });

  it('has a service for a single day on which all branches are closed', () => {
    const services = planServices({ ...threeYears, courses: 50, years: null, until: '2025-12-25' });
    expect(coursesOf(services, () => true)).toBe(50);
  });
});
