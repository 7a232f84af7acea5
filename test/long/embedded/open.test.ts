// seconds: 20
import '../../embedded/open.test.ts'
