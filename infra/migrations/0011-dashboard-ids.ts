import { script } from './script.ts'

export const dashboardIds = script(`
create sequence side.dashboard_ids as integer start with 1;
create sequence side.dashcard_ids as integer start with 1;
create sequence side.dashboard_tab_ids as integer start with 1;
`)
