import { type ServiceSpan, serviceSpans } from '../../domain/service-at';
import { readServices } from '../../domain/services';
import { settingFor } from '../../domain/settings';
import type { BranchReading } from './branch-readings';

/** The services of a branch's business day (F16). */
export function servicesOf(branch: Pick<BranchReading, 'number' | 'settings' | 'cutOffMinute'>): ServiceSpan[] {
  const services = readServices(String(settingFor(branch.settings, 'services', branch.number))) ?? [];
  return serviceSpans(services, branch.cutOffMinute);
}
