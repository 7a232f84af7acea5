import { watchOrder } from './order.ts'
import { watchPreview } from './preview.ts'
import { watchSearch } from './search.ts'

watchOrder()
watchSearch()
watchPreview()
