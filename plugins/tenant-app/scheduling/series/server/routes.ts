import { mount } from '#core/server/http/mount.ts'
import { seriesContract } from '../contract.ts'
import { holidaysContract } from '../holidays-contract.ts'
import { sessionSeriesContract } from '../session-contract.ts'
import { zoneContract } from '../zone-contract.ts'
import { changeSeries, previewSeriesChange } from './change-series.ts'
import { createSeries, previewPlan } from './create-series.ts'
import { createHoliday, deleteHoliday, listHolidays, previewHoliday, updateHoliday } from './holidays.ts'
import { restoreSession } from './restore-sessions.ts'
import { getSeries } from './series.ts'
import { getSessionSeries, listSeriesSessions, resetSession } from './session-series.ts'
import { previewZone } from './zone-change.ts'

export const seriesRoutes = mount(seriesContract, {
  previewPlan,
  createSeries,
  getSeries,
  previewSeriesChange,
  changeSeries,
  restoreSession,
})

export const holidaysRoutes = mount(holidaysContract, {
  listHolidays,
  previewHoliday,
  createHoliday,
  updateHoliday,
  deleteHoliday,
})

export const zoneRoutes = mount(zoneContract, { previewZone: (scope, body) => previewZone(scope, body.timeZone) })

export const sessionSeriesRoutes = mount(sessionSeriesContract, {
  getSessionSeries,
  listSeriesSessions,
  resetSession,
})
