import { Wall } from '../../components/wall/wall';
import { wallMessages } from '../../messages/screens/wall';
import { screenPage } from '../screen-page';

/** The kitchen wall. */
export default screenPage(Wall, wallMessages);
