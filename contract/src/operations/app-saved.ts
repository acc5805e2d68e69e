import { type AppFunnel, newAppFunnel } from '../app-funnel.ts'
import { type GoalSetting, goalSettingChange, type SeenGoal } from '../app-goals.ts'
import { type AppSegment, newAppSegment } from '../app-segment.ts'
import { admin, type Operations, typed, viewer } from '../operation.ts'

/** The filters that people of a site saved: who may look reads them, who may change the site saves them. */
export const segmentOperations = {
  'GET /api/app/sites/:siteId/segments': {
    access: viewer,
    data: typed<{ segments: AppSegment[] }>(),
  },
  'POST /api/app/sites/:siteId/segments': {
    access: admin,
    body: newAppSegment,
    data: typed<{ segment: AppSegment }>(),
  },
  'DELETE /api/app/sites/:siteId/segments/:segmentId': {
    access: admin,
    data: typed<{ removed: string }>(),
  },
} satisfies Operations

/** The funnels, likewise. */
export const funnelOperations = {
  'GET /api/app/sites/:siteId/funnels': { access: viewer, data: typed<{ funnels: AppFunnel[] }>() },
  'POST /api/app/sites/:siteId/funnels': {
    access: admin,
    body: newAppFunnel,
    data: typed<{ funnel: AppFunnel }>(),
  },
  'PUT /api/app/sites/:siteId/funnels/:funnelId': {
    access: admin,
    body: newAppFunnel,
    data: typed<{ funnel: AppFunnel }>(),
  },
  'DELETE /api/app/sites/:siteId/funnels/:funnelId': {
    access: admin,
    data: typed<{ removed: string }>(),
  },
} satisfies Operations

/** How a site shows its goals. */
export const goalSettingOperations = {
  'GET /api/app/sites/:siteId/goals': { access: viewer, data: typed<{ goals: GoalSetting[] }>() },
  'PATCH /api/app/sites/:siteId/goals': {
    access: admin,
    body: goalSettingChange,
    data: typed<{ goals: GoalSetting[] }>(),
  },
  'GET /api/app/sites/:siteId/goals/seen': { access: viewer, data: typed<{ goals: SeenGoal[] }>() },
} satisfies Operations
