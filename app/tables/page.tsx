import { TablesScreen } from '../../components/tables/tables-screen';
import { tablesMessages } from '../../messages/screens/tables';
import { screenPage } from '../screen-page';

/** The board of tables. */
export default screenPage(TablesScreen, tablesMessages);
