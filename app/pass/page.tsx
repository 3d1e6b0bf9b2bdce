import { PassScreen } from '../../components/pass/pass-screen';
import { screenPage } from '../screen-page';

/** The pass: every table with its courses. */
export default screenPage(PassScreen, 'pass', 'presumed');
