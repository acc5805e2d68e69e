import { type AsyncRouteComponent, lazyRouteComponent } from '@tanstack/react-router'
import type { texts } from '../../texts/texts.ts'
import type { SectionProps } from './section-props.ts'

interface SettingsSection {
  /** Its part of the address, and its words in `texts.sections`. */
  id: keyof typeof texts.sections
  /** Fetched when somebody opens it. */
  component: AsyncRouteComponent<SectionProps>
}

/** The sub-pages of a site's settings, in the order of the list beside them. A new one is a line here. */
export const settingsSections: SettingsSection[] = [
  {
    id: 'general',
    component: lazyRouteComponent(() => import('./general-form.tsx'), 'GeneralForm'),
  },
  { id: 'keys', component: lazyRouteComponent(() => import('./key-list.tsx'), 'KeyList') },
  {
    id: 'providers',
    component: lazyRouteComponent(
      () => import('./payments/payment-providers.tsx'),
      'PaymentProviders',
    ),
  },
]
