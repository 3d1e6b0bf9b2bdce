import { ReadyScreen } from '../../components/ready/ready-screen';
import { readyMessages } from '../../messages/screens/ready';
import { screenPage } from '../screen-page';

/** The waiters' page. */
export default screenPage(ReadyScreen, readyMessages);
