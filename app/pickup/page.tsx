import { PickupScreen } from '../../components/pickup/pickup-screen';
import { pickupMessages } from '../../messages/screens/pickup';
import { screenPage } from '../screen-page';

/** The board for guests at a counter. */
export default screenPage(PickupScreen, pickupMessages);
