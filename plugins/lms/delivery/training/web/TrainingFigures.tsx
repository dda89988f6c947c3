import { useQuery } from '@tanstack/react-query'
import { StatRow } from '#core/web/ui/layout/StatRow.tsx'
import { changedByOthers, trainingApi } from './client.ts'

const path = '/training/progress'

/** Shows the stats, each linking to the counted instructors. */
export function TrainingFigures() {
  const figures = useQuery({ ...trainingApi.trainingFigures(), ...changedByOthers })
  const { data } = figures
  return (
    <StatRow
      query={figures}
      stats={[
        {
          label: 'Total Instructors',
          value: data?.totalInstructors.toLocaleString(),
          help: 'Active in your organization',
          href: path,
        },
        {
          label: 'Fully Trained',
          value: data?.fullyTrained.toLocaleString(),
          help: 'With all of their courses complete',
          href: `${path}?standing=complete`,
        },
        {
          label: 'Avg. Completion',
          value: data && `${data.averageCompletion.toLocaleString()}%`,
          help: 'Instructors with at least one course',
          href: `${path}?sort=progress`,
        },
        {
          label: 'Certificates',
          value: data?.certificates.toLocaleString(),
          help: 'Valid today',
        },
        {
          label: 'Overdue',
          value: data && (data.overdue > 0 ? data.overdue.toLocaleString() : null),
          help: 'Instructors with an overdue required course',
          href: `${path}?standing=overdue`,
        },
        {
          label: 'Expiring',
          value: data && (data.expiring > 0 ? data.expiring.toLocaleString() : null),
          help: 'Instructors whose certificate expires within 60 days or has expired',
          href: `${path}?standing=expiring`,
        },
      ]}
    />
  )
}
