// seconds: 8
import '../../contract/console/hostile-addresses.test.ts'
