import { Wall } from '../../components/wall/wall';
import { screenPage } from '../screen-page';

/** The kitchen wall. */
export default screenPage(Wall, 'wall');
