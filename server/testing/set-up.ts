import { inject } from 'vitest';
import { startThreadsFrom } from '../thread';
import { testOnPostgresql } from './data-folder';

startThreadsFrom(inject('builtServer'));
testOnPostgresql(inject('postgresql') ?? null);
