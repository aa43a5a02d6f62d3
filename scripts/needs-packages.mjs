// Precedes a program in TypeScript: without packages, Node 20 would only show a stack trace.
import { requireInstalled } from './install.mjs';

requireInstalled();
