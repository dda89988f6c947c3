import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { FileText, Printer } from 'lucide-react'
import { part } from '#core/web/plugin.ts'
import { useLacking, useUser } from '#core/web/session.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { LinkButton } from '#core/web/ui/actions/LinkButton.tsx'
import { ExportMenu } from '#core/web/ui/lists/ExportMenu.tsx'
import { PlanNotice } from '#core/web/shell/PlanNotice.tsx'
import { ContributedPart } from '#core/web/shell/Contributions.tsx'
import { PartBoundary } from '#core/web/shell/PartBoundary.tsx'
import { useContributions } from '#core/web/shell/navigation.ts'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { Tabs } from '#core/web/ui/layout/Tabs.tsx'
import { reportTabs } from '../../../shared/web/slots.ts'
import { useZone } from '../../../shared/web/zone.ts'
import { reportKinds, type ReportKind } from '../contract.ts'
import { periodText, reportNames } from '../labels-contract.ts'
import { ReportCharts } from './ReportCharts.tsx'
import { ReportFigures } from './ReportFigures.tsx'
import { ReportFilters } from './ReportFilters.tsx'
import { ReportTable } from './ReportTable.tsx'
import * as styles from './Reports.css.ts'
import { askedOf, groupOf } from './reportQuery.ts'
import { reports } from './reports.ts'

const route = getRouteApi('/shell/reports')

const ReportChecks = part(() => import('./ReportChecks.tsx'), 'ReportChecks')

/** Shows four reports and those of plugins; the report, its period, filters and grouping are in the address. */
export function ReportsPage() {
  const { report: chosen } = route.useSearch()
  const others = useContributions(reportTabs)
  const other = others.find(({ id }) => id === chosen)
  const kind = reportKinds.find((one) => one === chosen) ?? 'attendance'
  const navigate = route.useNavigate()
  const isInstructor = useUser().role === 'instructor'
  const zone = useZone().replaceAll('_', ' ')
  return (
    <div className={styles.report}>
      <Page
        title="Reports"
        help={`${isInstructor ? 'Of the sessions that you lead.' : 'Of all sessions.'} Days begin in ${zone}.`}
        actions={!other && <Exports kind={kind} />}
      >
        <Tabs
          label="Report"
          selected={other?.id ?? kind}
          onChange={(id) =>
            void navigate({
              search: (now) => ({ ...now, report: id === 'attendance' ? undefined : id, page: undefined }),
              resetScroll: false,
            })
          }
          tabs={[
            ...reportKinds.map((id) => ({ id: id as string, label: reportNames[id], content: <Report kind={id} /> })),
            ...others.map((part) => ({
              id: part.id,
              label: part.label,
              content: <ContributedPart contribution={part} fallback={<Skeleton height={320} />} />,
            })),
          ]}
        />
      </Page>
    </div>
  )
}

function Report({ kind }: { kind: ReportKind }) {
  const asked = askedOf(route.useSearch())
  const figures = useQuery(reports[kind].figures(asked))
  return (
    <Stack>
      <PlanNotice needs="report-export" />
      <ReportFilters />
      {figures.data && (
        <p className={styles.period}>
          {reportNames[kind]}, {periodText(figures.data)}
        </p>
      )}
      <ReportFigures kind={kind} asked={asked} figures={figures} />
      <ReportCharts kind={kind} asked={asked} period={figures.data} />
      <ReportTable kind={kind} asked={asked} />
      {kind === 'attendance' && (
        <PartBoundary fallback={<Skeleton height={320} />}>
          <ReportChecks key={JSON.stringify(asked)} asked={asked} />
        </PartBoundary>
      )}
    </Stack>
  )
}

/** Exports the shown report as files. */
function Exports({ kind }: { kind: ReportKind }) {
  const address = route.useSearch()
  const by = groupOf(kind, address.by)
  const asked = { ...askedOf(address), by }
  const isLacking = useLacking('report-export') !== undefined
  return (
    <div className={styles.exports}>
      <ExportMenu urlOf={(format) => reports[kind].exportUrl({ ...asked, format })} isDisabled={isLacking} />
      <LinkButton
        href={reports[kind].exportUrl({ ...asked, format: 'pdf' })}
        download
        icon={<FileText size={16} aria-hidden />}
        isDisabled={isLacking}
        aria-label="Report as PDF"
      >
        PDF
      </LinkButton>
      <Button icon={<Printer size={16} aria-hidden />} onPress={() => window.print()}>
        Print
      </Button>
    </div>
  )
}
