import { PickupScreen } from '../../components/pickup/pickup-screen';
import { screenPage } from '../screen-page';

/** The board for guests at a counter. */
export default screenPage(PickupScreen, 'pickup');
