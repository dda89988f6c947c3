/** Queues of this plugin. Their jobs stay with the installation: an archive holds none of them. */
export const OPERATION_JOB = 'backup.operation'
export const SCHEDULE_JOB = 'backup.schedule'
