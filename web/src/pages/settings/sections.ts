import { type AsyncRouteComponent, lazyRouteComponent } from '@tanstack/react-router'
import type { AppSiteRole } from '@tributary/contract/app/site.ts'
import { includesRole } from '../../api/site/sites.ts'
import { sectionRoles } from '../../section-roles.ts'
import type { SectionProps } from './section-props.ts'

interface SettingsSection {
  /** Its part of the address, and its words in `texts.sections`. */
  id: keyof typeof sectionRoles
  /** Loaded when it is opened. */
  component: AsyncRouteComponent<SectionProps>
}

/** The sub-pages of a site's settings, in the order of the list; `section-roles.ts` has the roles that see each. */
export const settingsSections: SettingsSection[] = [
  {
    id: 'general',
    component: lazyRouteComponent(() => import('./general-form.tsx'), 'GeneralForm'),
  },
  {
    id: 'keys',
    component: lazyRouteComponent(() => import('./key-list.tsx'), 'KeyList'),
  },
  {
    id: 'providers',
    component: lazyRouteComponent(
      () => import('./payments/payment-providers.tsx'),
      'PaymentProviders',
    ),
  },
  {
    id: 'goals',
    component: lazyRouteComponent(() => import('./goals/goals.tsx'), 'Goals'),
  },
  {
    id: 'exports',
    component: lazyRouteComponent(() => import('./exports/exports.tsx'), 'Exports'),
  },
  {
    id: 'team',
    component: lazyRouteComponent(() => import('./team/team.tsx'), 'Team'),
  },
  {
    id: 'alerts',
    component: lazyRouteComponent(
      () => import('./alerts/reports-and-alerts.tsx'),
      'ReportsAndAlerts',
    ),
  },
  {
    id: 'sharing',
    component: lazyRouteComponent(() => import('./sharing/share-list.tsx'), 'ShareList'),
  },
  {
    id: 'audit',
    component: lazyRouteComponent(() => import('./audit/audit-log.tsx'), 'SiteAudit'),
  },
  {
    id: 'danger',
    component: lazyRouteComponent(() => import('./danger/danger-zone.tsx'), 'DangerZone'),
  },
]

/** Picks the sections that this role may see and use. */
export function isFor(role: AppSiteRole): (section: SettingsSection) => boolean {
  return (section) => includesRole(role, sectionRoles[section.id])
}
