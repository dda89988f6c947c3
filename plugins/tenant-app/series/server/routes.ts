import { mount } from '#core/server/http/mount.ts'
import { seriesContract } from '../contract.ts'
import { holidaysContract } from '../holidays-contract.ts'
import { sessionSeriesContract } from '../session-contract.ts'
import { zoneContract } from '../zone-contract.ts'
import { changeSeries, previewSeriesChange } from './changing.ts'
import { createSeries, previewPlan } from './creating.ts'
import { createHoliday, deleteHoliday, listHolidays, previewHoliday, updateHoliday } from './holidays.ts'
import { restoreSession } from './restoring.ts'
import { getSeries } from './series.ts'
import { getSessionSeries, listSeriesSessions, resetSession } from './session-series.ts'
import { previewZone } from './zone-change.ts'

export const seriesRoutes = mount(seriesContract, {
  previewPlan: (scope, { body }) => previewPlan(scope, body),
  createSeries: (scope, { body }) => createSeries(scope, body),
  getSeries: (scope, { params }) => getSeries(scope, params.id),
  previewSeriesChange: (scope, { params, body }) => previewSeriesChange(scope, params.id, body),
  changeSeries: (scope, { params, body }) => changeSeries(scope, params.id, body),
  restoreSession: (scope, { params }) => restoreSession(scope, params.id),
})

export const holidaysRoutes = mount(holidaysContract, {
  listHolidays: (scope, { query }) => listHolidays(scope, query),
  previewHoliday: (scope, { body }) => previewHoliday(scope, body),
  createHoliday: (scope, { body }) => createHoliday(scope, body),
  updateHoliday: (scope, { params, body }) => updateHoliday(scope, params.id, body),
  deleteHoliday: (scope, { params }) => deleteHoliday(scope, params.id),
})

export const zoneRoutes = mount(zoneContract, { previewZone: (scope, { body }) => previewZone(scope, body.timeZone) })

export const sessionSeriesRoutes = mount(sessionSeriesContract, {
  getSessionSeries: (scope, { params }) => getSessionSeries(scope, params.id),
  listSeriesSessions: (scope, { params }) => listSeriesSessions(scope, params.id),
  resetSession: (scope, { params, body }) => resetSession(scope, params.id, body),
})
