import { type AppFunnel, newAppFunnel } from '../app/funnel.ts'
import { type GoalPick, type GoalRule, newGoalRule } from '../app/goal-rules.ts'
import { type GoalSetting, goalSettingChange, type SeenGoal } from '../app/goals.ts'
import { type AppView, newAppView, viewOrder } from '../app/view.ts'
import { admin, type Operations, typed, viewer } from '../operation.ts'

/**
 * Views: readers of a site see the site's and their own, and save their own; those who may change the site also save
 * the site's.
 */
export const viewOperations = {
  'GET /api/app/sites/:siteId/views': { access: viewer, data: typed<{ views: AppView[] }>() },
  'POST /api/app/sites/:siteId/views': {
    access: viewer,
    body: newAppView,
    data: typed<{ view: AppView }>(),
  },
  // Restores a deleted view under its ID, too.
  'PUT /api/app/sites/:siteId/views/:viewId': {
    access: viewer,
    body: newAppView,
    data: typed<{ view: AppView }>(),
  },
  'PUT /api/app/sites/:siteId/views': {
    access: viewer,
    body: viewOrder,
    data: typed<{ views: AppView[] }>(),
  },
  'DELETE /api/app/sites/:siteId/views/:viewId': {
    access: viewer,
    data: typed<{ view: AppView }>(),
  },
} satisfies Operations

/** Funnels: readers of a site see them, those who may change the site save them. */
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

/** Goals that are defined here instead of being sent by a page or server. */
export const goalRuleOperations = {
  'GET /api/app/sites/:siteId/goal-rules': {
    access: viewer,
    data: typed<{ rules: GoalRule[] }>(),
  },
  'POST /api/app/sites/:siteId/goal-rules': {
    access: admin,
    body: newGoalRule,
    data: typed<{ rule: GoalRule }>(),
  },
  'PUT /api/app/sites/:siteId/goal-rules/:ruleId': {
    access: admin,
    body: newGoalRule,
    data: typed<{ rule: GoalRule }>(),
  },
  'DELETE /api/app/sites/:siteId/goal-rules/:ruleId': {
    access: admin,
    data: typed<{ removed: string }>(),
  },
  'POST /api/app/sites/:siteId/goal-picks': { access: admin, data: typed<GoalPick>() },
} satisfies Operations
