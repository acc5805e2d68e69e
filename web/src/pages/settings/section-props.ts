import type { Site } from '../../api/site/sites.ts'

/** What each section of the settings gets: the site that it shows. */
export interface SectionProps {
  site: Site
}
