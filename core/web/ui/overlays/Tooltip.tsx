import type { ReactElement } from 'react'
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip'
import * as styles from './Tooltip.css.ts'

export interface TooltipProps {
  /** A short optional hint: touch screens show none. */
  text: string
  /** Element that can be pressed or focused, such as an IconButton. */
  children: ReactElement
}

/** Words beside a button while it is hovered or focused; Escape hides them. */
export function Tooltip({ text, children }: TooltipProps) {
  return (
    <TooltipTrigger delay={500} closeDelay={100}>
      {children}
      <AriaTooltip className={styles.tooltip} offset={6}>
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  )
}
