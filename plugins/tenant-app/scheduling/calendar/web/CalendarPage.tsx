import { getRouteApi } from '@tanstack/react-router'
import { usePlatform, useUser } from '#core/web/session.ts'
import { ViewSwitch } from '#core/web/ui/actions/ViewSwitch.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { Toolbar } from '#core/web/ui/lists/Toolbar.tsx'
import { useZone } from '../../../shared/web/zone.ts'
import { SessionCalendar } from './SessionCalendar.tsx'
import { SubscribeButton } from './SubscribeButton.tsx'
import { viewOptions } from './viewOptions.ts'

const route = getRouteApi('/shell/calendar')

/** Shows the sessions of a family's children or of a student; view and day are in the address. */
export function CalendarPage() {
  const { view = 'month', date } = route.useSearch()
  const navigate = route.useNavigate()
  const { tenant } = usePlatform()
  const isStudent = useUser().role === 'student'
  const change = (next: Partial<ReturnType<typeof route.useSearch>>) =>
    void navigate({ search: (now) => ({ ...now, ...next }), replace: true, resetScroll: false })
  const whose = isStudent ? 'Your sessions' : 'Sessions of your children'
  const help = `${whose} at ${tenant?.name ?? 'the organization'}. Times are in ${useZone().replaceAll('_', ' ')}.`
  return (
    <Page title="Calendar" help={help} actions={<SubscribeButton />}>
      <Toolbar
        label="Calendar"
        end={
          <ViewSwitch
            label="View"
            options={viewOptions}
            value={view}
            onChange={(id) => change({ view: id === 'month' ? undefined : id })}
          />
        }
      >
        {null}
      </Toolbar>
      <SessionCalendar view={view} date={date} onDateChange={(day) => change({ date: day })} />
    </Page>
  )
}
