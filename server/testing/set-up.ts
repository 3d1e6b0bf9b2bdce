import { inject } from 'vitest';
import { startThreadsFrom } from '../storage/thread';

startThreadsFrom(inject('builtServer'));
