// seconds: 40
import '../../contract/conferences/kills.test.ts'
