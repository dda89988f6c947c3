import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useFoundOptions } from '#core/web/foundOptions.ts'
import { part } from '#core/web/plugin.ts'
import { PartBoundary } from '#core/web/shell/PartBoundary.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { ComboBox } from '#core/web/ui/fields/ComboBox.tsx'
import { Tabs } from '#core/web/ui/layout/Tabs.tsx'
import { ChildView } from './ChildView.tsx'
import { familiesApi } from '../../../base/families/web/client.ts'

const route = getRouteApi('/shell/parent-portal')

const StudentView = part(() => import('../../own-page/web/StudentView.tsx'), 'StudentView')

/** Lets super admins open the portal of any child, and the page of any student. */
export function ChildPicker() {
  const { child: chosen, view = 'guardian' } = route.useSearch()
  const navigate = route.useNavigate()
  const { comboBox } = useFoundOptions(
    (search) => familiesApi.listChildren.page({ query: { search, limit: 20 } }),
    ({ id, firstName, lastName, grade }) => ({
      id,
      label: `${firstName} ${lastName}`,
      ...(grade ? { description: `Grade ${grade}` } : {}),
    }),
  )
  const child = useQuery({
    ...familiesApi.getChild({ params: { id: chosen ?? '' } }),
    enabled: chosen !== undefined,
  })
  return (
    <>
      <ComboBox
        {...comboBox}
        label="Child"
        placeholder="Search by name"
        emptyText="No child found"
        value={chosen ?? null}
        selectedLabel={child.data && `${child.data.firstName} ${child.data.lastName}`}
        onChange={(id) => void navigate({ search: { child: id ?? undefined, view }, replace: true })}
      />
      {child.error && <ErrorState error={child.error} onRetry={child.refetch} />}
      {chosen && child.data && (
        <Tabs
          label="Who looks"
          selected={view}
          onChange={(id) => void navigate({ search: (now) => ({ ...now, view: id }), replace: true })}
          tabs={[
            { id: 'guardian', label: 'Guardian view', content: <ChildView key={chosen} child={child.data} /> },
            {
              id: 'student',
              label: 'Student view',
              content: (
                <PartBoundary key={chosen}>
                  <StudentView studentId={chosen} />
                </PartBoundary>
              ),
            },
          ]}
        />
      )}
    </>
  )
}
