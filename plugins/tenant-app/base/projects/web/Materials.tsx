import { getRouteApi } from '@tanstack/react-router'
import { Printer } from 'lucide-react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { NumberField } from '#core/web/ui/fields/NumberField.tsx'
import { wholeNumbers } from '#core/web/ui/fields/typedNumber.ts'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { amountFor, supplyOf, type Supply } from './supplies.ts'
import * as styles from './Materials.css.ts'
import { DEFAULT_STUDENTS } from './projectLabels.ts'

const route = getRouteApi('/shell/projects/$id')

interface MaterialsProps {
  /** Title of the project. */
  title: string
  /** Materials of the project, a line each. */
  materials: readonly string[]
  /** True if the organization has customized the materials. */
  isOurs: boolean
}

/** Lists the materials of a project, counted for a number of students, for shopping and printing. */
export function Materials({ title, materials, isOurs }: MaterialsProps) {
  const { students = DEFAULT_STUDENTS } = route.useSearch()
  const navigate = route.useNavigate()
  if (materials.length === 0) return null
  return (
    <div className={styles.sheet}>
      <Card title="Materials" help={`For ${students} students`}>
        <p className={styles.printedTitle}>{title}</p>
        <div className={styles.controls}>
          <div className={styles.count}>
            <NumberField
              formatOptions={wholeNumbers}
              label="Students"
              minValue={1}
              maxValue={1000}
              value={students}
              onChange={(chosen) => {
                // The amounts remain those of the last valid number.
                if (Number.isNaN(chosen)) return
                void navigate({
                  search: (now) => ({
                    ...now,
                    students: chosen === DEFAULT_STUDENTS ? undefined : (chosen ?? undefined),
                  }),
                  replace: true,
                  resetScroll: false,
                })
              }}
            />
          </div>
          <Button icon={<Printer size={16} aria-hidden />} onPress={() => window.print()}>
            Print list
          </Button>
        </div>
        <ul className={styles.list}>
          {materials.map((line, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- lines may repeat
            <Line key={index} supply={supplyOf(line)} students={students} />
          ))}
        </ul>
        {isOurs && <p className={styles.note}>Your organization’s version.</p>}
      </Card>
    </div>
  )
}

function Line({ supply, students }: { supply: Supply; students: number }) {
  const needed = amountFor(supply, students)
  return (
    <li className={styles.line}>
      <span className={styles.name}>{supply.name}</span>
      {needed === undefined ? (
        <span className={styles.unknown}>as needed</span>
      ) : (
        <span className={styles.amount}>
          {[needed.toLocaleString(), supply.unit].filter(Boolean).join(' ')}
          <span className={styles.how}>{shareOf(supply)}</span>
        </span>
      )}
    </li>
  )
}

/** '20 per student', '1 per 4 students', 'for all'. */
function shareOf({ amount, unit, per }: Supply): string {
  if (per === undefined) return 'for all'
  const one = [amount?.toLocaleString(), unit].filter(Boolean).join(' ')
  return per === 1 ? `${one} per student` : `${one} per ${per} students`
}
