import { killAfter } from '#process/signals.ts'

killAfter(300)
for (;;);
