import { TablesScreen } from '../../components/tables/tables-screen';
import { screenPage } from '../screen-page';

/** The board of tables. */
export default screenPage(TablesScreen, 'tables', 'visit-timeline');
