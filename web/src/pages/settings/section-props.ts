import type { Site } from '../../api/site/sites.ts'

/** The props of each section of the settings: the site that it shows. */
export interface SectionProps {
  site: Site
}
