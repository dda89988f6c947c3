import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { MenuButton } from '#core/web/ui/actions/MenuButton.tsx'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { NumberField } from '#core/web/ui/fields/NumberField.tsx'
import { Select } from '#core/web/ui/fields/Select.tsx'
import { wholeNumbers } from '#core/web/ui/fields/typedNumber.ts'
import { FieldRow } from '#core/web/ui/forms/Form.tsx'
import { ItemRow } from '#core/web/ui/lists/ItemRow.tsx'
import { Dialog, DialogBody, DialogFooter } from '#core/web/ui/overlays/Dialog.tsx'
import { isSameSource, MAX_POOLS, type Pool } from '../quiz-contract.ts'
import { BankSelect } from './BankSelect.tsx'
import { bankApi } from './client.ts'
import { formatPoints, formatQuestions } from './questionLabels.ts'
import * as styles from './questions.css.ts'

interface PoolListProps {
  pools: readonly Pool[]
  onChange: (pools: Pool[]) => void
  error?: string | undefined
}

/** Edits the banks that questions are drawn from, and how many. */
export function PoolList({ pools, onChange, error }: PoolListProps) {
  const [edited, setEdited] = useState<{ pool: Pool; isNew: boolean }>()
  const begin = () =>
    setEdited({ pool: { id: crypto.randomUUID(), bankId: '', name: '', tag: '', count: 5, points: 1 }, isNew: true })
  const save = (pool: Pool) => {
    const isThere = pools.some(({ id }) => id === pool.id)
    onChange(isThere ? pools.map((one) => (one.id === pool.id ? pool : one)) : [...pools, pool])
    setEdited(undefined)
  }
  return (
    <>
      {error && <Banner tone="error">{error}</Banner>}
      <div className={styles.bar}>
        <Button icon={<Plus size={16} aria-hidden />} isDisabled={pools.length >= MAX_POOLS} onPress={begin}>
          Add pool
        </Button>
      </div>
      {pools.length > 0 && (
        <ul className={styles.list}>
          {pools.map((pool) => (
            <li key={pool.id}>
              <ItemRow
                title={`${formatQuestions(pool.count)} of ${pool.name}`}
                about={`${pool.tag && `Tagged ${pool.tag} · `}${formatPoints(pool.points)} each`}
              >
                <Shortage pool={pool} />
                <MenuButton
                  label={`Actions for the pool of ${pool.name}`}
                  items={[
                    { label: 'Edit', onAction: () => setEdited({ pool, isNew: false }) },
                    'separator',
                    {
                      label: 'Remove',
                      isDanger: true,
                      onAction: () => onChange(pools.filter(({ id }) => id !== pool.id)),
                    },
                  ]}
                />
              </ItemRow>
            </li>
          ))}
        </ul>
      )}
      <Dialog
        title={edited?.isNew ? 'Add pool' : 'Edit pool'}
        help="Each attempt draws other questions of the bank. They all give the same points."
        isOpen={edited !== undefined}
        onOpenChange={() => setEdited(undefined)}
      >
        {edited && (
          <PoolFields
            pool={edited.pool}
            others={pools.filter(({ id }) => id !== edited.pool.id)}
            isNew={edited.isNew}
            onSave={save}
          />
        )}
      </Dialog>
    </>
  )
}

/** Warns if a pool draws more questions than there are. */
function Shortage({ pool: { bankId, tag, count } }: { pool: Pool }) {
  const query = { limit: 1, ...(tag ? { tag } : {}) }
  const found = useQuery(bankApi.listQuestions.page({ params: { id: bankId }, query }))
  // A deleted bank has no questions.
  const total = found.error?.status === 404 ? 0 : found.data?.total
  return total !== undefined && total < count && <Badge tone="amber">The bank has {total}</Badge>
}

/** Option value for all tags: a tag is never empty. */
const ALL_TAGS = ''

interface PoolFieldsProps {
  pool: Pool
  /** Other pools of the same lesson. */
  others: readonly Pool[]
  isNew: boolean
  onSave: (pool: Pool) => void
}

function PoolFields({ pool, others, isNew, onSave }: PoolFieldsProps) {
  const [now, setNow] = useState(pool)
  const tags = useQuery({ ...bankApi.listQuestionTags({ params: { id: now.bankId } }), enabled: now.bankId !== '' })
  const isRepeated = others.some((other) => isSameSource(other, now))
  return (
    <>
      <DialogBody>
        <BankSelect
          value={now.bankId || undefined}
          onChange={({ id, name }) => setNow({ ...now, bankId: id, name, tag: ALL_TAGS })}
        />
        <Select
          label="Tag"
          options={[
            { id: ALL_TAGS, label: 'All questions' },
            ...(tags.data ?? []).map((tag) => ({ id: tag, label: tag })),
          ]}
          value={now.tag}
          onChange={(tag) => setNow({ ...now, tag })}
          error={isRepeated ? 'Another pool draws from these questions' : undefined}
        />
        <FieldRow>
          <NumberField
            formatOptions={wholeNumbers}
            label="Questions drawn"
            minValue={1}
            maxValue={100}
            value={now.count}
            onChange={(count) => setNow({ ...now, count: count ?? 1 })}
          />
          <NumberField
            label="Points each"
            minValue={0}
            maxValue={1000}
            value={now.points}
            onChange={(points) => setNow({ ...now, points: points ?? 0 })}
          />
        </FieldRow>
      </DialogBody>
      <DialogFooter>
        <Button slot="close">Cancel</Button>
        <Button variant="primary" isDisabled={now.bankId === '' || isRepeated} onPress={() => onSave(now)}>
          {isNew ? 'Add pool' : 'Save pool'}
        </Button>
      </DialogFooter>
    </>
  )
}
