export type { Manager, Role } from '../session/manager';
