import { type AsyncRouteComponent, lazyRouteComponent } from '@tanstack/react-router'
import type { AppSiteRole } from '@tributary/contract/app-site.ts'
import { includesRole } from '../../api/sites.ts'
import type { texts } from '../../texts/texts.ts'
import type { SectionProps } from './section-props.ts'

interface SettingsSection {
  /** Its part of the address, and its words in `texts.sections`. */
  id: keyof typeof texts.sections
  /** The least role that it is for; what it shows needs no less. */
  role: AppSiteRole
  /** Fetched when somebody opens it. */
  component: AsyncRouteComponent<SectionProps>
}

/** The sub-pages of a site's settings, in the order of the list beside them. A new one is a line here. */
export const settingsSections: SettingsSection[] = [
  {
    id: 'general',
    role: 'admin',
    component: lazyRouteComponent(() => import('./general-form.tsx'), 'GeneralForm'),
  },
  {
    id: 'keys',
    role: 'admin',
    component: lazyRouteComponent(() => import('./key-list.tsx'), 'KeyList'),
  },
  {
    id: 'providers',
    role: 'admin',
    component: lazyRouteComponent(
      () => import('./payments/payment-providers.tsx'),
      'PaymentProviders',
    ),
  },
  {
    id: 'goals',
    role: 'admin',
    component: lazyRouteComponent(() => import('./goals/goals.tsx'), 'Goals'),
  },
  {
    id: 'exports',
    role: 'admin',
    component: lazyRouteComponent(() => import('./exports/exports.tsx'), 'Exports'),
  },
  {
    id: 'team',
    role: 'viewer',
    component: lazyRouteComponent(() => import('./team/team.tsx'), 'Team'),
  },
  {
    id: 'alerts',
    role: 'viewer',
    component: lazyRouteComponent(
      () => import('./alerts/reports-and-alerts.tsx'),
      'ReportsAndAlerts',
    ),
  },
  {
    id: 'sharing',
    role: 'admin',
    component: lazyRouteComponent(() => import('./sharing/share-list.tsx'), 'ShareList'),
  },
  {
    id: 'audit',
    role: 'admin',
    component: lazyRouteComponent(() => import('./audit/audit-log.tsx'), 'SiteAudit'),
  },
  {
    id: 'danger',
    role: 'admin',
    component: lazyRouteComponent(() => import('./danger/danger-zone.tsx'), 'DangerZone'),
  },
]

/** Picks the sections for somebody in this role. */
export function isFor(role: AppSiteRole): (section: SettingsSection) => boolean {
  return (section) => includesRole(role, section.role)
}
