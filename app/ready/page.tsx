import { ReadyScreen } from '../../components/ready/ready-screen';
import { screenPage } from '../screen-page';

/** The waiters' page. */
export default screenPage(ReadyScreen, 'presumed', 'ready');
