import { lightBoards } from '../lamps/light-boards.ts';

lightBoards();
