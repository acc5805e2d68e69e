import type { AppSiteRole } from '@tributary/contract/app/site.ts'
import type { texts } from './texts/texts.ts'

/** The sections of a site's settings in the order of the list, and the least role for each. */
export const sectionRoles = {
  general: 'admin',
  keys: 'admin',
  providers: 'admin',
  goals: 'admin',
  exports: 'admin',
  team: 'viewer',
  alerts: 'viewer',
  sharing: 'admin',
  audit: 'admin',
  danger: 'admin',
} as const satisfies Record<keyof typeof texts.sections, AppSiteRole>
